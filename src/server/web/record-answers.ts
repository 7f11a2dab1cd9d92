import type { Fetcher } from '#client/lib/query.tsx'

/** What a page was made of. */
export interface Answers {
  asked: readonly { path: string; isPage: boolean }[]
  /** Of their list; null for one that failed. */
  json: string
}

/** Asks once for each path; again for one that failed. */
export function recordAnswers(fetcher: Fetcher) {
  const answers = new Map<string, { path: string; isPage: boolean; answer: Promise<unknown> }>()

  const ask: Fetcher = (path, signal, isPage) => {
    const key = `${path} ${isPage}`
    const known = answers.get(key)
    if (known) return known.answer
    const answer = fetcher(path, signal, isPage)
    answers.set(key, { path, isPage, answer })
    answer.catch(() => answers.delete(key))
    return answer
  }

  return {
    ask,

    async recorded(): Promise<Answers> {
      const all = [...answers.values()]
      return {
        asked: all.map(({ path, isPage }) => ({ path, isPage })),
        // A page shows something else in place of a part that failed.
        json: JSON.stringify(
          (await Promise.allSettled(all.map(({ answer }) => answer))).map(settled =>
            settled.status === 'fulfilled' ? settled.value : null,
          ),
        ),
      }
    },
  }
}
