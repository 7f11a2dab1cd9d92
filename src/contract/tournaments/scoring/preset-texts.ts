/** Presets in the order of the list that organisers choose from. */
export const presetKeys = [
  'as-now',
  'heaviest',
  'five-fish',
  'release',
  'mixed-billfish',
  'longest',
  'aggregate',
] as const
export type PresetKey = (typeof presetKeys)[number]

export interface PresetText {
  name: string
  summary: string
}

export const presetTexts: Record<PresetKey, PresetText> = {
  'as-now': {
    name: 'Heaviest fish – as now',
    summary: 'Each boat’s heaviest fish. You can set places yourself.',
  },
  heaviest: { name: 'Heaviest fish', summary: 'Each boat’s heaviest fish, with jackpots and protests.' },
  'five-fish': {
    name: 'Five-fish limit',
    summary: 'Each boat’s five heaviest fish a day, in pounds and ounces.',
  },
  release: { name: 'Release points', summary: 'Points for each billfish that is released.' },
  'mixed-billfish': {
    name: 'Billfish, weighed and released',
    summary: 'Points for billfish, weighed or released, and boards for tuna, dolphin and wahoo.',
  },
  longest: { name: 'Longest fish', summary: 'Each boat’s five longest fish, in inches.' },
  aggregate: { name: 'Two-fish aggregate', summary: 'Each boat’s two heaviest fish together.' },
}
