# The program in an image that holds nothing else.
#
#   docker build -t quintet .
#   docker run --rm -i quintet --game cascade                                       (GTP)
#   docker run --rm --init -p 127.0.0.1:8080:8080 quintet web --host 0.0.0.0        (the page)
#   docker run --rm -v "$PWD:/work" -w /work quintet svg --sgf game.sgf             (files of this folder)
FROM rust:1-bookworm AS build
WORKDIR /source
COPY . .
RUN scripts/build-static /quintet

FROM scratch
COPY --from=build /quintet /source/LICENSE /
# Nobody in particular.
USER 65534:65534
ENTRYPOINT ["/quintet"]
