# The web is built and the packages are installed here; none of the tools for it reach the last stage.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# Some libraries name tools of ours as peers, which would keep them here: the tools' own list goes first.
RUN npm run build && npm pkg delete devDependencies \
  && npm prune --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund \
  # What only compilers and debuggers read: an eighth of all.
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

# No Node in the base: the one that runs is the npm package `node`, pinned by the lockfile.
FROM debian:bookworm-slim
RUN useradd --uid 1000 --create-home elenco && install -d -o elenco -g elenco -m 700 /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/src/server ./src/server
COPY --from=build /app/src/shared ./src/shared
# What an operator calls inside: elenco backup, elenco restore, elenco admin (docs/operating.md).
RUN printf '#!/bin/sh\nexec node /app/src/server/operate.ts "$@"\n' > /usr/local/bin/elenco \
  && chmod 755 /usr/local/bin/elenco
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/app/node_modules/.bin:$PATH
# By its number, so that a cluster sees that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/server/main.ts"]
