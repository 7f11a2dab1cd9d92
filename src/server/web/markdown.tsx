// As in render.tsx.
import { renderToReadableStream } from 'react-dom/server.edge'
import { Markdown } from '#client/site/legal/markdown.tsx'

/** As on the pages of terms and policies: without HTML or scripts of the text. @returns HTML */
export async function renderMarkdown(text: string): Promise<string> {
  return new Response(await renderToReadableStream(<Markdown text={text} />)).text()
}
