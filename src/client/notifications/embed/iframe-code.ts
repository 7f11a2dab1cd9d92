const attribute = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')

/** HTML for another site. */
export const iframeCode = (url: string, tournament: string): string =>
  `<iframe src="${attribute(url)}" title="${attribute(`Leaderboard of ${tournament}`)}" width="100%" height="480" style="border:0" loading="lazy"></iframe>`
