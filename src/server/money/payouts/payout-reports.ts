import { limits } from '#contract/limits.ts'
import type { PayoutProvider } from '#contract/money/payout-file-texts.ts'
import { payoutTexts as texts } from '#contract/money/payout-texts.ts'
import { payoutReferencePattern } from './payout-files.ts'

export interface ReportRow {
  /** Number of the row in the file, from 1. */
  row: number
  /** Null if the row holds no reference of this software. */
  reference: string | null
  state: 'paid' | 'failed' | 'pending'
  /** Status in the provider's words. */
  status: string
  /** The provider's reason, if it states one. */
  reason: string | null
  cents: number | null
  currency: string | null
  transaction: string | null
}

export interface Report {
  provider: PayoutProvider
  rows: ReportRow[]
}

/** A file that can't be read: its message names the row and what to do. */
export class ReportFault extends Error {}

/**
 * Names of columns, without case, spaces and punctuation.
 * PayPal: activity report and payout report, https://developer.paypal.com/payouts/use-payouts/view-transactions; names
 * of the API too, https://developer.paypal.com/api/payments.payouts-batch/v1/definitions/payout_batch_items
 * Wise: transaction history, https://wise.com/help (ID, Status, Direction, … Target amount (after fees), … Reference).
 */
const columns: Record<PayoutProvider, Record<Column, readonly string[]>> = {
  wise: {
    status: ['status'],
    transaction: ['id', 'transferid'],
    amount: ['targetamountafterfees', 'targetamount'],
    currency: ['targetcurrency'],
    direction: ['direction'],
    reason: ['reason', 'error', 'errormessage'],
  },
  paypal: {
    status: ['status', 'transactionstatus', 'payoutstatus', 'payoutitemstatus'],
    transaction: ['transactionid', 'payoutitemid'],
    amount: ['gross', 'grossamount', 'amount', 'payoutamount', 'paymentamount', 'amountvalue'],
    currency: ['currency', 'currencycode', 'amountcurrency'],
    direction: [],
    reason: ['reason', 'reasoncode', 'error', 'errormessage', 'errorname', 'errorreason', 'errorsmessage'],
  },
}
type Column = 'status' | 'transaction' | 'amount' | 'currency' | 'direction' | 'reason'

/** Columns that PayPal makes negative for sent money, so that a positive amount came back. */
const signedColumns = new Set(['gross', 'grossamount'])

const paidStatuses = new Set([
  'success',
  'completed',
  'complete',
  'paid',
  'processed',
  'sent',
  'outgoingpaymentsent',
])
const failedStatuses = new Set([
  'failed',
  'denied',
  'returned',
  'refunded',
  'fundsrefunded',
  'reversed',
  'blocked',
  'cancelled',
  'canceled',
  'bouncedback',
  'chargedback',
  'rejected',
  'expired',
])

/** @throws ReportFault */
export function readReport(text: string): Report {
  const table = readCsv(text)
  const headerAt = table.slice(0, 20).findIndex(cells => providerOf(cells) !== null)
  const header = table[headerAt]
  const provider = header && providerOf(header)
  if (!header || !provider) throw new ReportFault(texts.reportUnknown)
  const names = header.map(normalize)
  /** Returns the index of the first of the column's names that the file has, or -1. */
  const indexOf = (column: Column) =>
    columns[provider][column].map(name => names.indexOf(name)).find(index => index >= 0) ?? -1
  const at = {
    status: indexOf('status'),
    transaction: indexOf('transaction'),
    amount: indexOf('amount'),
    currency: indexOf('currency'),
    direction: indexOf('direction'),
    reason: indexOf('reason'),
  }
  const body = table.slice(headerAt + 1)
  if (body.length > limits.payoutReportRows) throw new ReportFault(texts.reportTooLong)
  const rows = body.flatMap((cells, index): ReportRow[] => {
    const row = headerAt + index + 2
    if (cells.every(cell => cell.trim() === '')) return []
    const reference = referenceIn(cells)
    const cell = (column: Column) => cells[at[column]]?.trim() || null
    if (reference !== null && cells.length !== header.length)
      throw new ReportFault(
        `Row ${row} has ${cells.length} columns instead of ${header.length}. Download the file again, and don’t edit it.`,
      )
    const status = cell('status') ?? ''
    const cents = reference === null ? null : readCents(cell('amount') ?? '', row)
    const cameBack = signedColumns.has(names[at.amount] ?? '')
      ? cents !== null && cents > 0
      : at.direction >= 0 && cell('direction')?.toUpperCase() !== 'OUT'
    return [
      {
        row,
        reference,
        state: cameBack ? 'failed' : stateOf(status),
        status,
        reason: cameBack ? 'Money that came back' : cell('reason'),
        cents: cents === null ? null : Math.abs(cents),
        currency: cell('currency'),
        transaction: cell('transaction'),
      },
    ]
  })
  return { provider, rows }
}

/**
 * Returns the payout reference in any cell; null for none or several, as when a name holds another person's.
 */
function referenceIn(cells: readonly string[]): string | null {
  const references = new Set(
    cells.flatMap(cell => cell.split(/\W+/)).filter(word => payoutReferencePattern.test(word)),
  )
  const [reference = null] = references
  return references.size === 1 ? reference : null
}

const normalize = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

function providerOf(cells: readonly string[]): PayoutProvider | null {
  const names = cells.map(normalize)
  const has = (provider: PayoutProvider) =>
    (['status', 'transaction', 'amount'] as const).every(column =>
      columns[provider][column].some(name => names.includes(name)),
    )
  if (has('wise')) return 'wise'
  return has('paypal') ? 'paypal' : null
}

function stateOf(status: string): ReportRow['state'] {
  const name = normalize(status)
  if (paidStatuses.has(name)) return 'paid'
  return failedStatuses.has(name) ? 'failed' : 'pending'
}

/** @throws ReportFault */
function readCents(text: string, row: number): number {
  const amount = text.replaceAll(/[$\s]|USD/g, '')
  const plain = amount.replace(/^[-−]/, '')
  const comma = /^(\d+),(\d{2})$/.exec(plain)
  const [, whole, fraction = ''] = comma ?? /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(plain) ?? []
  if (whole === undefined || whole.length > 15)
    throw new ReportFault(
      `Row ${row}: “${text.slice(0, 30)}” isn’t an amount. Download the file again, and don’t edit it.`,
    )
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'))
  return plain === amount ? cents : -cents
}

/** RFC 4180, also with semicolons or tabs. @throws ReportFault */
function readCsv(text: string): string[][] {
  const source = text.replace(/^\ufeff/, '')
  const [firstLine = ''] = source.split('\n', 1)
  const delimiter =
    [',', ';', '\t'].toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0] ?? ','
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
    // The file may have a header and other lines before the rows.
    if (rows.length > limits.payoutReportRows + 25) throw new ReportFault(texts.reportTooLong)
  }
  for (let index = 0; index < source.length; index += 1) {
    const char = source[index]
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (source[index + 1] === '"') {
        cell += '"'
        index += 1
      } else isQuoted = false
    } else if (char === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (char === delimiter) endCell()
    else if (char === '\n') endRow()
    else if (char !== '\r') cell += char
  }
  if (isQuoted) throw new ReportFault(texts.reportBroken)
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
