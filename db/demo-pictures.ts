import { join } from 'node:path'
import { type ImageId, newId } from '#contract/ids.ts'
import { pictureFile } from '#server/storage/images/image-store.ts'

interface Light {
  sky: readonly [top: string, bottom: string]
  sea: readonly [top: string, bottom: string]
  sun: readonly [x: number, y: number, color: string]
}

const lights: readonly Light[] = [
  { sky: ['#2b4a86', '#f7b27a'], sea: ['#c98a64', '#12304a'], sun: [980, 360, '#ffe2a0'] },
  { sky: ['#2478cc', '#bfe2f6'], sea: ['#1f8fb0', '#07345c'], sun: [220, 120, '#fffce0'] },
  { sky: ['#221c44', '#c4587a'], sea: ['#8a4a74', '#0b1028'], sun: [420, 380, '#ff9a6c'] },
  { sky: ['#6d8aa6', '#d9e4ec'], sea: ['#5f8799', '#1d3c4d'], sun: [1040, 170, '#ffffff'] },
  { sky: ['#0f5aa8', '#8fd0ee'], sea: ['#128a8f', '#063f52'], sun: [760, 140, '#fff6cf'] },
]

const hulls = [
  '#f4f6f8',
  '#b3122b',
  '#0b3c74',
  '#0e6b49',
  '#f4c33d',
  '#0a1a2f',
  '#0c6e86',
  '#5a2a83',
  '#ff8a33',
]

const pick = <T>(of: readonly [T, ...T[]] | readonly T[], index: number): T => {
  const value = of[index % of.length]
  if (value === undefined) throw new Error('there is nothing to choose from')
  return value
}

const gradient = (id: string, [top, bottom]: readonly [string, string]) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`

const wave = (y: number, length: number, height: number, color: string, opacity: number) => {
  let path = `M-60 ${y}`
  for (let x = -60; x < 1400; x += length) path += `q${length / 4} ${-height} ${length / 2} 0t${length / 2} 0`
  return `<path d="${path}V760H-60Z" fill="${color}" fill-opacity="${opacity}"/>`
}

const surroundings = ({ sky, sea, sun: [x, y, color] }: Light) => `
  <defs>${gradient('sky', sky)}${gradient('sea', sea)}</defs>
  <rect width="1280" height="720" fill="url(#sky)"/>
  <circle cx="${x}" cy="${y}" r="170" fill="${color}" fill-opacity=".18"/>
  <circle cx="${x}" cy="${y}" r="58" fill="${color}" fill-opacity=".92"/>
  <path d="M0 430q160-46 330-14t300 14v20H0Z" fill="${sea[1]}" fill-opacity=".35"/>
  <rect y="430" width="1280" height="290" fill="url(#sea)"/>`

/** 1280 × 720. A sportfisher at sea: each index has another hull and light. */
export function boatPicture(index: number): string {
  const light = pick(lights, index)
  const hull = pick(hulls, index)
  const [left, lift] = [(index * 37) % 120, (index * 13) % 26]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720">${surroundings(light)}
  ${wave(470, 180, 12, '#ffffff', 0.08)}
  <g transform="translate(${left} ${lift})">
    <g stroke="#20303f" stroke-width="4" fill="none">
      <path d="M640 262 430 60M660 262 900 40M602 196v-90M682 196v-90M594 108h96"/>
      <path d="M430 60 372 420M900 40 1010 410" stroke-opacity=".35" stroke-width="2"/>
    </g>
    <path d="M560 262h170l26 62H536Z" fill="#e9edf1"/>
    <path d="M572 276h146l14 34H560Z" fill="#17324d"/>
    <path d="M590 196h108v14H590Z" fill="#20303f"/>
    <path d="M470 324h330l96 66H440Z" fill="#f6f8fa"/>
    <path d="M500 338h84v36h-96ZM604 338h84v36h-84ZM708 338h66l44 36H708Z" fill="#17324d"/>
    <path d="M268 386h560q150-6 246-36-40 108-150 152H330q-52-46-62-116Z" fill="${hull}"/>
    <path d="M276 420h760q-8 16-18 28H284Z" fill="#ffffff" fill-opacity=".35"/>
    <path d="M330 502h594q24-10 46-26H306q10 14 24 26Z" fill="#0a1a2f" fill-opacity=".55"/>
    <path d="M268 386h172v-30h-20v20H288v-20h-20Z" fill="#d7dee6"/>
    <path d="M700 262v-52l70 14-70 16" fill="#ff7a1a"/>
  </g>
  ${wave(506 + lift, 220, 16, light.sea[0], 0.85)}
  <path d="M${230 + left} ${516 + lift}q90-34 200-6t250 2 240-4 190 6q-120 22-330 24t-550-22Z" fill="#ffffff" fill-opacity=".55"/>
  ${wave(580, 300, 20, light.sea[1], 0.55)}${wave(650, 380, 22, light.sea[1], 0.75)}
</svg>`
}

const fish = [
  { back: '#123f78', belly: '#dfeaf2', fin: '#0c2c55', bill: true },
  { back: '#1d3f66', belly: '#e8e3c8', fin: '#f2c230', bill: false },
  { back: '#2b5f73', belly: '#d8e6e4', fin: '#1b3f4d', bill: false },
] as const

/** 1280 × 720. A fish at the dock's scale. */
export function catchPicture(index: number): string {
  const light = pick(lights, index + 1)
  const { back, belly, fin, bill } = pick(fish, index)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720">${surroundings(light)}
  ${wave(520, 240, 14, light.sea[1], 0.5)}
  <path d="M0 610h1280v110H0Z" fill="#6b4f3a"/>
  <path d="M0 640h1280M0 676h1280" stroke="#4a3526" stroke-width="5"/>
  <path d="M360 610V70h560v540" fill="none" stroke="#3b2a1e" stroke-width="26"/>
  <path d="M360 150 450 70M920 150 830 70" stroke="#3b2a1e" stroke-width="18"/>
  <path d="M640 70v54" stroke="#20303f" stroke-width="6"/>
  <rect x="596" y="112" width="88" height="88" rx="44" fill="#f6f8fa" stroke="#20303f" stroke-width="8"/>
  <path d="M640 156 662 134" stroke="#c8102e" stroke-width="7" stroke-linecap="round"/>
  <path d="M640 200v34" stroke="#20303f" stroke-width="6"/>
  <g>
    <path d="M640 262 566 214q34 4 74 22 40-18 74-22Z" fill="${fin}"/>
    <path d="M640 236q76 96 66 224-8 84-66 134-58-50-66-134-10-128 66-224Z" fill="${back}"/>
    <path d="M640 250q-60 100-50 214 8 76 50 122Z" fill="${belly}"/>
    <path d="M702 350q70 26 78 92-44-20-80-14ZM576 400q-44 16-58 62 34-8 62-4Z" fill="${fin}"/>
    ${bill ? `<path d="M630 580q10 64 12 108 4-44 10-108Z" fill="${fin}"/>` : ''}
    <circle cx="668" cy="536" r="11" fill="#ffffff"/><circle cx="668" cy="538" r="6" fill="#061327"/>
  </g>
</svg>`
}

export interface DemoPicture {
  id: ImageId
  width: number
  height: number
  size_bytes: number
}

/** Stores a file before its row. @param svg 16:9 */
export async function placePicture(dataDir: string, svg: string): Promise<DemoPicture> {
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(Buffer.from(svg))
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  const id: ImageId = newId<'image'>()
  await Bun.write(join(dataDir, 'uploads', pictureFile(id)), data)
  return { id, width: info.width, height: info.height, size_bytes: data.byteLength }
}
