# Reelstake: one container, one process, one volume. See docs/self-hosting.md.
# Bun comes from its npm package, at the version that package.json pins.

FROM node:22-bookworm-slim AS build
WORKDIR /app
ENV DEBIAN_FRONTEND=noninteractive
COPY package.json bun.lock ./
RUN npm install --global --allow-scripts=bun "bun@$(node -p "require('./package.json').devDependencies.bun")"
RUN bun install --frozen-lockfile
COPY . .
RUN bun run build

# What production needs of node_modules: no development packages, and not the laptops' ffprobe.
FROM build AS packages
RUN rm -rf node_modules \
  && bun install --frozen-lockfile --production \
  && rm -rf node_modules/ffprobe-static

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates ffmpeg \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --home-dir /app --shell /usr/sbin/nologin reelstake \
  && install -d -o reelstake -g reelstake /data
COPY --from=build /usr/local/lib/node_modules/bun/bin/bun.exe /usr/local/bin/bun
WORKDIR /app
COPY --from=build /app/package.json /app/bun.lock ./
COPY --from=build /app/tsconfig.json ./
COPY --from=build /app/src ./src
COPY --from=build /app/db ./db
COPY --from=build /app/dist ./dist
COPY --from=packages /app/node_modules ./node_modules
USER reelstake
# The last one is the memory that Bun's garbage collector plans with: see scripts/collector.ts.
ENV NODE_ENV=production DATA_DIR=/data PORT=3000 BUN_JSC_forceRAMSize=268435456
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 \
  CMD ["bun", "-e", "const r = await fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz'); process.exit(r.ok ? 0 : 1)"]
CMD ["bun", "src/server/main.ts"]
