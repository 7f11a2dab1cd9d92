import { Marked, type Token } from 'marked'

const blankLine = /\n[ \t]*\n/
const underline = /\n {0,3}(?:=+|-+) *(?:\n|$)/

/** Underlined headings are looked for where a line could be one: else the search takes seconds for a long paragraph. */
const marked = new Marked({
  tokenizer: {
    lheading(text) {
      const end = text.search(blankLine)
      return underline.test(end === -1 ? text : text.slice(0, end + 1)) ? false : undefined
    },
  },
})

/** Parses the Markdown of a legal text. */
export const parseMarkdown = (text: string): Token[] => marked.lexer(text)
