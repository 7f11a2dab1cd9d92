/** A part of a page with its own address, `?section=…`. */
export interface Section {
  id: string
  title: string
}

/** "Fundings · Manage White Marlin Open · Reelstake" */
export const documentTitle = (section: string | undefined, page: string, siteName: string): string =>
  [section, page, siteName].filter(Boolean).join(' · ')

/** Returns the section in a query, or null if there is none. */
export const sectionIn = (search: string): string | null => new URLSearchParams(search).get('section')

/** Returns the section of the address; the default one if the page has no such section. */
export const sectionOf = <S extends Section>(
  sections: readonly S[],
  id: string | null,
  first: string,
): S | undefined =>
  sections.find(section => section.id === id) ?? sections.find(section => section.id === first) ?? sections[0]
