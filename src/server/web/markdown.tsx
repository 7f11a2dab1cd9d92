import { Markdown } from '#client/site/legal/markdown.tsx'
import { renderText } from './html.ts'

/** Renders text as the pages of terms and policies show it, without its HTML or scripts. @returns HTML */
export const renderMarkdown = (text: string): Promise<string> => renderText(<Markdown text={text} />)
