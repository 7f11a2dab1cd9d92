export type UpdateKind = 'catch' | 'win' | 'news'

/** "wind" and "window" don't match "win". */
export function updateKind(content: string): UpdateKind {
  if (/fish|catch|\b(?:released|measured) an? /i.test(content)) return 'catch'
  if (/\bwin(?:s|ners?|nings?)?\b|first/i.test(content)) return 'win'
  return 'news'
}
