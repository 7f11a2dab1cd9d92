export type UpdateCategory = 'catch' | 'win' | 'news'

/** "wind" and "window" don't match "win". */
export function updateCategory(content: string): UpdateCategory {
  if (/fish|catch|\b(?:released|measured) an? /i.test(content)) return 'catch'
  if (/\bwin(?:s|ners?|nings?)?\b|first/i.test(content)) return 'win'
  return 'news'
}
