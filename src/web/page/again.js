// On the page that turns away a link from elsewhere: trying again keeps the position that the address names.
const link = document.querySelector("a");
// The same address once more would only be scrolled to.
if (link) link.href = `/?again${location.hash}`;
