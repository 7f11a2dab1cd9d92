import { readFile } from 'node:fs/promises'
import { legalKinds } from '#contract/site/legal-kinds.ts'
import { inTransaction } from '#server/db/connection.ts'
import { OperatorError } from '#server/operator-error.ts'
import { commandLine } from '#server/record/index.ts'
import { changeText, findVersion, isLegalKind, textInForce, textProblem } from '#server/site/legal/index.ts'
import { type AdminCommand, UsageError } from './admin-command.ts'

/** @throws OperatorError */
async function readText(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new OperatorError(`${file} can't be read: ${error.message}`)
  })
  const problem = await textProblem(text)
  if (problem !== null) throw new OperatorError(`${file}: ${problem}`)
  return text.trim()
}

export const legalCommands: Record<string, AdminCommand> = {
  legal: {
    takes: `show|set ${legalKinds.join('|')} [VERSION|FILE]`,
    does: 'print a legal text, or put one written in Markdown in force as a new version',
    run: async ({ db, env, now, print }, [action, kind, subject]) => {
      if (!isLegalKind(kind)) throw new UsageError()
      if (action === 'show' && subject !== undefined && !/^\d{1,9}$/.test(subject)) throw new UsageError()
      if (action === 'show') {
        const version =
          subject === undefined
            ? await textInForce(db, kind, { env, now })
            : await findVersion(db, kind, Number(subject))
        if (!version) throw new OperatorError(`There is no version ${subject} of ${kind}.`)
        return print(version.text)
      }
      if (action !== 'set' || subject === undefined) throw new UsageError()
      const text = await readText(subject)
      const version = await inTransaction(db, trx =>
        changeText(trx, commandLine, { kind, text, base: null }, now()),
      )
      print(`Version ${version} of ${kind} is in force.`)
    },
  },
}
