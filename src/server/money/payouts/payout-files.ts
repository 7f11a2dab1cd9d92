import type { PayoutProvider } from '#contract/money/payout-file-texts.ts'
import type { PayoutFileLine } from '#contract/money/payout-files.ts'
import { emailPattern } from '#contract/people/auth-texts.ts'

interface Format {
  /** Lines that the provider takes. */
  most: number
  /** Null if the provider takes none. */
  header: readonly string[] | null
  fields(line: PayoutFileLine, note: string): readonly string[]
}

/**
 * PayPal, "Payouts Web": no header; recipient, amount, currency, customer ID (30 characters, no spaces), note (400
 * characters), wallet. https://developer.paypal.com/payouts/use-payouts/send-money/use-web-ui
 * Wise, template "Send by email": the recipient tells Wise the bank account; `target` sends the exact amount.
 * https://wise.com/help/articles/2663302/how-do-i-fill-in-my-batch-template
 */
export const payoutFormats: Record<PayoutProvider, Format> = {
  paypal: {
    most: 5000,
    header: null,
    fields: ({ email, amount, reference }, note) => [
      email,
      amount,
      'USD',
      reference,
      note.slice(0, 400),
      'PAYPAL',
    ],
  },
  wise: {
    most: 1000,
    header: [
      'name',
      'recipientEmail',
      'paymentReference',
      'receiverType',
      'amountCurrency',
      'amount',
      'sourceCurrency',
      'targetCurrency',
    ],
    fields: ({ name, email, amount, reference }) => [
      name,
      email,
      reference,
      'PERSON',
      'target',
      amount,
      'USD',
      'USD',
    ],
  },
}

/**
 * Returns the file without byte order mark and apostrophes:
 * a provider would read them as part of the first field.
 */
export function payoutFileText(
  provider: PayoutProvider,
  lines: readonly PayoutFileLine[],
  note: string,
): string {
  const { header, fields } = payoutFormats[provider]
  const rows = [...(header ? [header] : []), ...lines.map(line => fields(line, note).map(plain))]
  return rows.map(row => `${row.map(quote).join(',')}\r\n`).join('')
}

/** OWASP, CSV injection: drops what makes a field a formula. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').replace(/^[\s=+\-@＝＋－＠|%]+/u, '')

const quote = (text: string) => (/[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * Returns the only address in a text that a person wrote;
 * null for none, several, or one that {@link plain} would change.
 */
export function emailIn(text: string): string | null {
  const words = text.split(/[\s,;:<>()[\]"]+/).map(word => word.replace(/\.+$/, ''))
  const [address = null, ...others] = new Set(words.filter(word => emailPattern.test(word)))
  return address !== null && others.length === 0 && plain(address) === address ? address : null
}

/** Leaves out characters that look like others. */
const referenceCharacters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Reference that a line and its row in a result file share: ten characters, since bank transfers in dollars carry no
 * more. @param payments that were marked for this person before, so that each payment has its own
 */
export function payoutReference(tournament: string, backer: string, payments: number): string {
  const hash = new Bun.CryptoHasher('sha256').update(`${tournament} ${backer} ${payments}`).digest()
  return `RS${Array.from(hash.subarray(0, 8), byte => referenceCharacters[byte % referenceCharacters.length]).join('')}`
}

export const payoutReferencePattern = /\bRS[2-9A-HJ-NP-Z]{8}\b/
