import type { Token, Tokens } from 'marked'
import { createElement, Fragment, type ReactNode } from 'react'
import { TextLink } from '#client/ui/controls/link.tsx'
import { parseMarkdown } from '#contract/site/markdown.ts'
import { css } from '#styled/css/index.js'

const prose = css({
  column: '4',
  overflowWrap: 'break-word',
  '& h2': { textStyle: 'heading', paddingTop: '4' },
  '& h3': { textStyle: 'subheading', paddingTop: '2' },
  '& ul, & ol': { column: '2', paddingLeft: '6' },
  '& ul': { listStyleType: 'disc' },
  '& ol': { listStyleType: 'decimal' },
  '& code': { fontFamily: 'mono', fontSize: 'sm', overflowWrap: 'anywhere' },
  '& blockquote': { paddingLeft: '4', borderLeftWidth: '3px', borderColor: 'line', color: 'inkMuted' },
  '& th, & td': { padding: '2', borderBottomWidth: '1px', borderColor: 'line', textAlign: 'start' },
  '@media print': { '& h2, & h3': { breakAfter: 'avoid' }, '& li, & p': { breakInside: 'avoid' } },
})
const scroller = css({ overflowX: 'auto' })

/** Web and mail addresses, and pages of this site. */
const isSafe = (href: string) => /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(href)

/** Joins parts without keys: the text never changes. */
const row = (parts: ReactNode[]) => createElement(Fragment, null, ...parts)

const inside = (tokens: readonly Token[] = []) => row(tokens.map(token => part(token as Tokens.Generic)))

/** Renders a token; HTML in the text shows as written. */
function part(token: Tokens.Generic): ReactNode {
  const inner = inside(token.tokens)
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading':
      return token.depth <= 2 ? <h2>{inner}</h2> : <h3>{inner}</h3>
    case 'paragraph':
      return <p>{inner}</p>
    case 'strong':
      return <strong>{inner}</strong>
    case 'em':
      return <em>{inner}</em>
    case 'del':
      return <del>{inner}</del>
    case 'br':
      return <br />
    case 'hr':
      return <hr />
    case 'codespan':
      return <code>{token.text}</code>
    case 'code':
      return (
        <pre className={scroller}>
          <code>{token.text}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote>{inner}</blockquote>
    case 'list': {
      const items = row(token.items.map(listItem))
      return token.ordered ? <ol start={token.start || 1}>{items}</ol> : <ul>{items}</ul>
    }
    case 'table':
      return <Table table={token as Tokens.Table} />
    case 'link':
      return isSafe(token.href) ? <TextLink href={token.href}>{inner}</TextLink> : inner
    case 'escape':
      return token.text
    case 'text':
      return token.tokens === undefined ? token.text : inner
    default:
      return token.raw
  }
}

const listItem = ({ tokens }: Tokens.ListItem) => <li>{inside(tokens)}</li>
const headCell = ({ tokens }: Tokens.TableCell) => <th>{inside(tokens)}</th>
const cell = ({ tokens }: Tokens.TableCell) => <td>{inside(tokens)}</td>
const line = (cells: Tokens.TableCell[]) => <tr>{row(cells.map(cell))}</tr>

const Table = ({ table: { header, rows } }: { table: Tokens.Table }) => (
  <div className={scroller}>
    <table>
      <thead>
        <tr>{row(header.map(headCell))}</tr>
      </thead>
      <tbody>{row(rows.map(line))}</tbody>
    </table>
  </div>
)

/** Headings begin at the second level. */
export const Markdown = ({ text }: { text: string }) => (
  <div className={prose}>{inside(parseMarkdown(text))}</div>
)
