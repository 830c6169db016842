// The script of the page for rejected requests: the link to try again keeps the position in the address.
const link = document.querySelector("a");
// With the same address, the browser would only scroll.
if (link) link.href = `/?again${location.hash}`;
