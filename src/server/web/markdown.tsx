import { Markdown } from '#client/site/legal/markdown.tsx'
import { renderText } from './html.ts'

/** As on the pages of terms and policies: without HTML or scripts of the text. @returns HTML */
export const renderMarkdown = (text: string): Promise<string> => renderText(<Markdown text={text} />)
