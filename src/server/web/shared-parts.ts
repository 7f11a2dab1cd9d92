import { createElement, type ReactNode } from 'react'

/** HTML of parts by their keys, see `SharedPart`. */
export type PartTexts = ReadonlyMap<string, string>

/** Renders a mark around each part, empty for a known one, and afterwards puts the parts' texts in their places. */
export function makeParts(known: PartTexts, mark: string) {
  const keys: string[] = []
  const marked = new RegExp(`<template id="${mark}(\\d+)">([\\s\\S]*?)</template>`, 'g')
  return {
    replace(key: string, content: ReactNode): ReactNode {
      const id = `${mark}${keys.push(key) - 1}`
      return createElement('template', { id }, known.has(key) ? null : content)
    },

    /** @returns also the texts of the parts in it */
    join(html: string): { html: string; texts: PartTexts } {
      const texts = new Map<string, string>()
      const joined = html.replace(marked, (_mark, index: string, rendered: string) => {
        const key = keys[Number(index)] ?? ''
        const text = known.get(key) ?? rendered
        texts.set(key, text)
        return text
      })
      return { html: joined, texts }
    },
  }
}
