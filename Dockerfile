# Reelstake: one container, one process, one volume. See docs/self-hosting.md.
# Bun comes from its npm package, at the version that package.json pins.
ARG NODE_IMAGE=node:22.16.0-bookworm-slim
ARG DEBIAN_IMAGE=debian:bookworm-20250520-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json bun.lock ./
RUN npm install --global --allow-scripts=bun "bun@$(node -p "require('./package.json').devDependencies.bun")"
RUN bun install --frozen-lockfile
COPY . .
RUN bun run build

# What the server and the commands load: no packages that the build puts into dist/, not the
# laptops' ffprobe, no types, source maps and manuals, nothing for the runtime Bare.
FROM build AS packages
RUN rm -rf node_modules \
  && bun install --frozen-lockfile --production \
  && rm -rf node_modules/ffprobe-static \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' \
    -o -name '*.mdx' -o -name '*.bare' -o -name '*.md' ! -iname 'license*' \) -delete

# restic, and ffmpeg with the libraries that it links: its package brings 300 MB of graphics drivers besides.
FROM ${DEBIAN_IMAGE} AS tools
RUN ls /usr/lib/*-linux-gnu > /base-libraries \
  && apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates ffmpeg restic
RUN mkdir -p /copied/usr/bin /copied/etc/ssl/certs \
  && cp /usr/bin/ffmpeg /usr/bin/ffprobe /usr/bin/restic /copied/usr/bin \
  && cp /etc/ssl/certs/ca-certificates.crt /copied/etc/ssl/certs \
  && ldd /usr/bin/ffmpeg /usr/bin/ffprobe | awk '$2 == "=>" { print $3 }' | sort -u | while read -r library; do \
    grep -qx "$(basename "$library")" /base-libraries \
      || install -D "$(readlink -f "$library")" "/copied/usr/lib/$(uname -m)-linux-gnu/$(basename "$library")"; \
  done

FROM ${DEBIAN_IMAGE}
COPY --from=tools /copied/ /
RUN useradd --system --uid 10001 --home-dir /app --shell /usr/sbin/nologin reelstake \
  && install -d -o reelstake -g reelstake /data \
  && ffmpeg -version && ffprobe -version && restic version
COPY --from=build /usr/local/lib/node_modules/bun/bin/bun.exe /usr/local/bin/bun
WORKDIR /app
COPY --from=build /app/package.json /app/bun.lock /app/tsconfig.json ./
COPY --from=build /app/src ./src
COPY --from=build /app/db ./db
COPY --from=build /app/dist ./dist
COPY --from=packages /app/node_modules ./node_modules
USER reelstake
# The last one is the memory that Bun's garbage collector plans with: see scripts/collector.ts.
ENV NODE_ENV=production DATA_DIR=/data PORT=3000 BUN_JSC_forceRAMSize=402653184
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
  CMD ["bun", "-e", "const r = await fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz'); process.exit(r.ok ? 0 : 1)"]
CMD ["bun", "src/server/main.ts"]
