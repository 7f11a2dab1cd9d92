/** [light, dark] for `light-dark(…)` in `panda.config.ts`. tokens.test.ts checks contrast. */
type Pair = readonly [light: string, dark: string]

export const palette = {
  // backgrounds
  background: ['#F1F5F9', '#071427'],
  surface: ['#FFFFFF', '#0D2039'],
  raised: ['#FFFFFF', '#132A49'],
  sunken: ['#E4EBF3', '#050F1E'],
  hull: ['#0A1E3A', '#0B1F3C'],
  hullDeep: ['#061327', '#050F20'],
  // places beyond the third
  plate: ['#0A1E3A', '#2A486F'],
  // text
  ink: ['#0A1A2F', '#EDF3FA'],
  inkMuted: ['#44546A', '#A7B8CC'],
  onHull: ['#F4F8FD', '#F4F8FD'],
  onHullMuted: ['#B5C8DF', '#B5C8DF'],
  // `edge` borders controls: 3:1
  line: ['#D3DDE8', '#23395A'],
  edge: ['#6B7D93', '#6F88A6'],
  focus: ['#0B63B0', '#8CCBFF'],
  // links and structure
  sea: ['#0B5CA3', '#74BCFF'],
  seaSolid: ['#0C5FA8', '#1A6CB8'],
  seaSolidHover: ['#0A4D89', '#155C9E'],
  onSea: ['#FFFFFF', '#FFFFFF'],
  seaSoft: ['#DCEBFA', '#10304F'],
  onSeaSoft: ['#08467D', '#B3DAFF'],
  // the main action
  action: ['#FF7A1A', '#FF7A1A'],
  actionHover: ['#FF9240', '#FF9240'],
  onAction: ['#07121F', '#07121F'],
  // progress and completed
  kelp: ['#17845A', '#35C48A'],
  track: ['#D5DFEA', '#233C5F'],
  kelpSoft: ['#D9F2E6', '#0D3527'],
  onKelpSoft: ['#0C5237', '#7DE8BC'],
  kelpInk: ['#0F6746', '#62DBA8'],
  // starting soon
  amber: ['#B36B00', '#FFC14D'],
  amberSoft: ['#FFEFC7', '#3A2905'],
  onAmberSoft: ['#633C00', '#FFD685'],
  // live and destructive
  live: ['#C8102E', '#D0172F'],
  liveHover: ['#A60C25', '#B0122A'],
  onLive: ['#FFFFFF', '#FFFFFF'],
  danger: ['#B00D27', '#FF8F99'],
  dangerSoft: ['#FDE3E6', '#40121A'],
  onDangerSoft: ['#85091D', '#FFB3BA'],
  // places
  gold: ['#F4C33D', '#F4C33D'],
  silver: ['#C8D3DF', '#C8D3DF'],
  bronze: ['#DC9A6C', '#DC9A6C'],
  onMedal: ['#0A1A2F', '#0A1A2F'],
  // lines of a chart
  line1: ['#0B5CA3', '#74BCFF'],
  line2: ['#C2410C', '#FF9240'],
  line3: ['#17845A', '#35C48A'],
  line4: ['#A21CAF', '#F07CF7'],
  line5: ['#8A6100', '#F4C33D'],
  line6: ['#C8102E', '#FF8F99'],
  line7: ['#0E7490', '#4FE3F0'],
  line8: ['#44546A', '#C8D3DF'],
  shade: ['#0A1A2FB3', '#000A14CC'],
  // camera, dark in both themes
  lens: ['#000000', '#000000'],
  overLens: ['#000000D9', '#000000D9'],
  knob: ['#1C2B3F', '#1C2B3F'],
  record: ['#FF3B4E', '#FF3B4E'],
} as const satisfies Record<string, Pair>

export type ColorName = keyof typeof palette

/** Overrides for `[data-surface=crew]`: AAA, for use in sunlight. */
export const crewPalette = {
  background: ['#FFFFFF', '#030A13'],
  inkMuted: ['#33425A', '#C3D1E1'],
  sea: ['#084A86', '#9AD0FF'],
  seaSolid: ['#08457C', '#0B4A82'],
  seaSolidHover: ['#063560', '#083B69'],
  live: ['#9C0A22', '#9C0A22'],
  liveHover: ['#7F061A', '#7F061A'],
  danger: ['#8C0A20', '#FFB0B7'],
  kelpInk: ['#0A4D34', '#7DE8BC'],
  onKelpSoft: ['#08422C', '#8FF0C9'],
  onDangerSoft: ['#75071A', '#FFC4C9'],
  onSeaSoft: ['#073E6F', '#C4E2FF'],
  edge: ['#44546A', '#9DB2CB'],
  // Background of durations on pictures.
  shade: ['#0A1A2FCC', '#000A14CC'],
} as const satisfies Partial<Record<ColorName, Pair>>

type Rule = readonly [text: ColorName, background: ColorName, minimum: number]

const TEXT = 4.5
const PART = 3

const lineColors = [
  'line1',
  'line2',
  'line3',
  'line4',
  'line5',
  'line6',
  'line7',
  'line8',
] as const satisfies readonly ColorName[]

/** Every combination in use. */
export const contrastRules: readonly Rule[] = [
  ...(['background', 'surface', 'raised', 'sunken'] as const).flatMap((background): Rule[] => [
    ['ink', background, TEXT],
    ['inkMuted', background, TEXT],
    ['sea', background, TEXT],
    ['danger', background, TEXT],
    ['kelpInk', background, TEXT],
    ['edge', background, PART],
    ['focus', background, PART],
    ['kelp', background, PART],
    ...lineColors.map((line): Rule => [line, background, PART]),
  ]),
  ['onHull', 'hull', TEXT],
  ['onHull', 'hullDeep', TEXT],
  ['onHull', 'plate', TEXT],
  ['ink', 'track', TEXT],
  ['inkMuted', 'track', TEXT],
  ['onHullMuted', 'hull', TEXT],
  ['onHullMuted', 'hullDeep', TEXT],
  ['action', 'hull', PART],
  ['onAction', 'action', TEXT],
  ['onAction', 'actionHover', TEXT],
  ['onSea', 'seaSolid', TEXT],
  ['onSea', 'seaSolidHover', TEXT],
  ['onSeaSoft', 'seaSoft', TEXT],
  ['onKelpSoft', 'kelpSoft', TEXT],
  ['onAmberSoft', 'amberSoft', TEXT],
  ['onLive', 'live', TEXT],
  ['onLive', 'liveHover', TEXT],
  ['onDangerSoft', 'dangerSoft', TEXT],
  ['onMedal', 'gold', TEXT],
  ['onMedal', 'silver', TEXT],
  ['onMedal', 'bronze', TEXT],
]
