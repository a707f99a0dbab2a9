# Never built so far: no Docker was available. src/server/operating/image-files.test.ts starts the files of the final stage.
# Build stage: installs packages, builds the web and picks the files. No build tool reaches the final stage.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# For images that always have DATABASE_URL: --build-arg EMBEDDED_POSTGRES=no leaves the embedded one out, 60 MB.
ARG EMBEDDED_POSTGRES=yes
RUN npm run build && node scripts/image-files.ts /image \
  $([ "$EMBEDDED_POSTGRES" = no ] && echo --without-postgres)

# No Node in the base image: the npm package `node`, pinned by the lockfile, provides it.
FROM debian:bookworm-slim
RUN useradd --uid 1000 --create-home elenco && install -d -o elenco -g elenco -m 700 /data
WORKDIR /app
COPY --from=build /image ./
# Compiles the code once, as the server's user and in its place: Node finds a cache by both. Nobody may write to it later.
RUN install -d -o elenco node_modules/.cache/compile \
  && setpriv --reuid=elenco --regid=elenco --clear-groups \
    node_modules/.bin/node --import ./scripts/compile-cache.mjs scripts/serve.ts compile \
  && chown -R root:root node_modules/.cache && chmod -R a-w,a+rX node_modules/.cache
# Operator commands: elenco doctor, elenco backup, elenco restore, elenco admin (docs/operating.md).
RUN printf '#!/bin/sh\nexec node /app/src/server/operate.ts "$@"\n' > /usr/local/bin/elenco \
  && chmod 755 /usr/local/bin/elenco
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/app/node_modules/.bin:$PATH
# Numeric, so that Kubernetes can verify that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "./scripts/compile-cache.mjs", "scripts/serve.ts"]
