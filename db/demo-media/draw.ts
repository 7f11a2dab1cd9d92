import { join } from 'node:path'

/** Draws the demo clips: `bun db/demo-media/draw.ts`. They are committed, because ffmpeg may be missing. */
const width = 360
const height = 640
const rate = 20
const seconds = 12
const horizon = 330

type Colour = readonly [number, number, number]

interface Scene {
  name: string
  sky: readonly [Colour, Colour]
  sea: readonly [Colour, Colour]
  sun: { x: number; y: number; size: number; colour: Colour }
  hull: Colour
  /** Wave height in pixels. */
  swell: number
  /** Pixels per second. */
  speed: number
  /** Seconds. */
  jumps: readonly number[]
}

const scenes: readonly Scene[] = [
  {
    name: 'sunrise',
    sky: [
      [38, 62, 112],
      [250, 178, 120],
    ],
    sea: [
      [204, 132, 96],
      [18, 42, 66],
    ],
    sun: { x: 250, y: 290, size: 34, colour: [255, 226, 160] },
    hull: [245, 245, 240],
    swell: 5,
    speed: 6,
    jumps: [3, 8.5],
  },
  {
    name: 'noon',
    sky: [
      [36, 120, 204],
      [176, 220, 244],
    ],
    sea: [
      [30, 140, 170],
      [6, 52, 92],
    ],
    sun: { x: 90, y: 90, size: 26, colour: [255, 252, 224] },
    hull: [196, 42, 42],
    swell: 9,
    speed: 22,
    jumps: [2, 5, 9],
  },
  {
    name: 'dusk',
    sky: [
      [28, 22, 58],
      [188, 84, 116],
    ],
    sea: [
      [120, 60, 104],
      [10, 14, 36],
    ],
    sun: { x: 180, y: 318, size: 44, colour: [255, 140, 96] },
    hull: [24, 26, 40],
    swell: 3,
    speed: -8,
    jumps: [6],
  },
]

const mix = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

const wave = (x: number, time: number, { swell }: Scene) =>
  swell * (Math.sin(x / 46 + time * 1.6) + 0.5 * Math.sin(x / 19 - time * 2.3))

function background(x: number, y: number, time: number, scene: Scene): Colour {
  const { sky, sea, sun } = scene
  const surface = horizon + wave(x, time, scene) * 0.25
  if (y < surface) {
    const away = Math.hypot(x - sun.x, y - sun.y)
    if (away < sun.size) return sun.colour
    const glow = Math.max(0, 1 - (away - sun.size) / 160) * 0.5
    return mix(mix(sky[0], sky[1], y / horizon), sun.colour, glow)
  }
  const depth = (y - surface) / (height - horizon)
  const ripple = Math.sin(
    (y - horizon) / (4 + depth * 26) + wave(x * (1.6 - depth), time, scene) * 0.5 + time * 2,
  )
  const glitter = Math.abs(x - sun.x) < 12 + depth * 70 && ripple > 0.55 ? 0.45 * (1 - depth) : 0
  return mix(
    mix(mix(sea[0], sea[1], Math.sqrt(depth)), [255, 255, 255], Math.max(0, ripple) * 0.07),
    sun.colour,
    glitter,
  )
}

function onBoat(x: number, y: number, time: number, scene: Scene): Colour | null {
  const middle = 180 + scene.speed * (time - seconds / 2)
  const lift = wave(middle, time, scene)
  const tilt = (wave(middle + 40, time, scene) - wave(middle - 40, time, scene)) / 160
  const along = x - middle
  const up = horizon + 52 + lift + along * tilt - y
  if (up > -16 && up < 12 && Math.abs(along) < 62 + up * 0.9) return scene.hull
  if (up >= 12 && up < 34 && along > -34 && along < 22)
    return up > 20 && up < 30 && along % 18 > 4 ? [40, 60, 80] : [232, 232, 228]
  if (up >= 12 && up < 96 && Math.abs(along + 44 + (up - 12) * 0.35) < 1.2) return [30, 30, 34]
  if (up >= 34 && up < 70 && Math.abs(along + 4) < 1.2) return [60, 60, 64]
  return null
}

function onFish(x: number, y: number, time: number, { jumps }: Scene): Colour | null {
  for (const at of jumps) {
    const share = (time - at) / 1.4
    if (share < 0 || share > 1) continue
    const [cx, cy] = [40 + share * 170, horizon + 150 - Math.sin(share * Math.PI) * 150]
    const slope = Math.atan2(-Math.cos(share * Math.PI) * 150 * Math.PI, 170)
    const along = (x - cx) * Math.cos(slope) + (y - cy) * Math.sin(slope)
    const across = -(x - cx) * Math.sin(slope) + (y - cy) * Math.cos(slope)
    if (y > horizon + 150) continue
    if (Math.abs(along) < 30 && Math.abs(across) < 8 * (1 - (along / 30) ** 2))
      return across < 0 ? [24, 60, 120] : [206, 222, 230]
    if (along > 28 && along < 46 && Math.abs(across) < 1) return [24, 60, 120]
    if (along < -24 && along > -38 && Math.abs(across) < (-24 - along) * 0.8) return [24, 60, 120]
    if (along > -4 && along < 12 && across < -6 && across > -16 - along * 0.4) return [20, 48, 104]
  }
  return null
}

function draw(frame: Uint8Array, time: number, scene: Scene): void {
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const colour = onFish(x, y, time, scene) ?? onBoat(x, y, time, scene) ?? background(x, y, time, scene)
      frame.set(colour, at)
    }
}

async function encode(scene: Scene): Promise<void> {
  const film = join(import.meta.dir, `${scene.name}.mp4`)
  const child = Bun.spawn(
    [
      ...['ffmpeg', '-v', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`],
      ...['-r', String(rate), '-i', '-', '-f', 'lavfi', '-i', `anoisesrc=c=brown:a=0.25:seed=7:d=${seconds}`],
      ...['-af', 'lowpass=f=500,tremolo=f=0.2:d=0.6', '-c:v', 'libx264', '-preset', 'veryslow', '-crf', '30'],
      ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '40k', '-ac', '1', '-shortest'],
      ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-movflags', '+faststart', film],
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const frame = new Uint8Array(width * height * 3)
  for (let n = 0; n < rate * seconds; n++) {
    draw(frame, n / rate, scene)
    child.stdin.write(frame)
    await child.stdin.flush()
  }
  await child.stdin.end()
  if ((await child.exited) !== 0) throw new Error(`${scene.name} could not be encoded`)
  const still = join(import.meta.dir, `${scene.name}.jpg`)
  const at = String((scene.jumps[0] ?? 0) + 0.6)
  const poster = Bun.spawnSync([
    'ffmpeg',
    '-v',
    'error',
    '-y',
    '-ss',
    at,
    '-i',
    film,
    '-frames:v',
    '1',
    '-q:v',
    '5',
    still,
  ])
  if (poster.exitCode !== 0) throw new Error(`${scene.name} has no poster`)
}

for (const scene of scenes) await encode(scene)
