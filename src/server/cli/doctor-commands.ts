import { OperatorError } from '#server/operator-error.ts'
import { readChecklist } from '#server/site/admin/index.ts'
import type { AdminCommand } from './admin-command.ts'

const marks = { ok: 'ok', note: 'note', risk: 'RISK' } as const

export const doctorCommands: Record<string, AdminCommand> = {
  doctor: {
    takes: '[--json]',
    does: 'check settings, disk, mail, payments and failed work; exits with 1 when there is a risk',
    run: async (context, [flag]) => {
      const checks = await readChecklist(context)
      const risks = checks.filter(({ state }) => state === 'risk').length
      if (flag) context.print(JSON.stringify({ risks, checks }))
      else
        for (const { state, title, text, doc } of checks) {
          context.print(`${marks[state].padEnd(5)} ${title}: ${text}`)
          if (state === 'risk' && doc !== null) context.print(`      See ${doc}`)
        }
      if (risks > 0)
        throw new OperatorError(`${risks} ${risks === 1 ? 'risk needs' : 'risks need'} attention.`)
    },
  },
}
