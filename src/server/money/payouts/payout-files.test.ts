import { describe, expect, test } from 'bun:test'
import { limits } from '#contract/limits.ts'
import { payoutTexts } from '#contract/money/payout-texts.ts'
import { emailIn, payoutFileText, payoutReference, payoutReferencePattern } from './payout-files.ts'
import { readReport } from './payout-reports.ts'

const line = { name: 'Ana Reyes', email: 'ana@example.com', amount: '24.46', reference: 'RS23456789' }

describe('payout files', () => {
  test('PayPal: six fields, no header, no byte order mark', () => {
    expect(payoutFileText('paypal', [line], 'Winnings: Cup, 2026')).toBe(
      'ana@example.com,24.46,USD,RS23456789,"Winnings: Cup, 2026",PAYPAL\r\n',
    )
  })

  test('Wise: the template that sends by email, with the exact amount', () => {
    expect(payoutFileText('wise', [line], '')).toBe(
      'name,recipientEmail,paymentReference,receiverType,amountCurrency,amount,sourceCurrency,targetCurrency\r\n' +
        'Ana Reyes,ana@example.com,RS23456789,PERSON,target,24.46,USD,USD\r\n',
    )
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\u200b=1', '＝1'])(
    'no field begins as the formula %j',
    name => {
      const [, fields = ''] = payoutFileText('wise', [{ ...line, name }], '').split('\r\n')
      expect(fields).toMatch(/^[1S]/)
    },
  )

  test('a quotation mark and a line break stay in their field', () => {
    const [, fields] = payoutFileText('wise', [{ ...line, name: 'Bo "Hook"\nLee' }], '').split('\r\n')
    expect(fields).toStartWith('"Bo ""Hook"" Lee",ana@example.com')
  })

  test('references have ten characters, and each payment of a person its own', () => {
    const references = Array.from({ length: 100 }, (_, index) =>
      payoutReference('t', `b${index % 50}`, index),
    )
    expect(new Set(references).size).toBe(100)
    for (const reference of references) {
      expect(reference).toHaveLength(10)
      expect(reference).toMatch(payoutReferencePattern)
    }
    expect(payoutReference('t', 'b1', 0)).toBe(payoutReference('t', 'b1', 0))
  })

  test('the address in a text', () => {
    expect(emailIn('PayPal: ana.reyes+fish@mail.example.com.')).toBe('ana.reyes+fish@mail.example.com')
    expect(emailIn('@ana')).toBeNull()
    expect(emailIn("Mail: <sean.o’neil@example.com>, sean.o'neil@example.com")).toBe(
      "sean.o'neil@example.com",
    )
    expect(emailIn('_ana@example.com')).toBe('_ana@example.com')
    // Cut, each would be the address of another person.
    expect(emailIn('éric@example.com')).toBeNull()
    expect(emailIn('=cmd@example.com')).toBeNull()
    expect(emailIn('Not old@example.com, use new@example.com')).toBeNull()
  })
})

describe('result files', () => {
  const paypal = (...rows: string[]) =>
    [
      '"Date","Name","Type","Status","Currency","Gross","Transaction ID","Custom Number","Reason"',
      ...rows,
    ].join('\n')

  test('PayPal: what was sent is negative; statuses and reasons', () => {
    const { provider, rows } = readReport(
      paypal(
        '"11/26/2026","Ana","Mass Pay","Completed","USD","-1,024.46","0C413693MN970190K","RS23456789",""',
        '"11/26/2026","Bo","Mass Pay","Unclaimed","USD","-5.00","0C413693MN970190L","RS23456788",""',
        '"11/26/2026","Cy","Mass Pay","Denied","USD","-5.00","0C413693MN970190M","RS23456787","RECEIVER_UNREGISTERED"',
        '"11/26/2026","Dee","Payment","Completed","USD","100.00","0C413693MN970190N","",""',
        '"11/27/2026","Ana","Payment Reversal","Completed","USD","1,024.46","0C413693MN970190P","RS23456786",""',
        '"11/27/2026","RS23456785","Mass Pay","Completed","USD","-5.00","0C413693MN970190Q","RS23456784",""',
      ),
    )
    expect(provider).toBe('paypal')
    expect(rows.map(({ row, reference, state, cents }) => [row, reference, state, cents])).toEqual([
      [2, 'RS23456789', 'paid', 102_446],
      [3, 'RS23456788', 'pending', 500],
      [4, 'RS23456787', 'failed', 500],
      [5, null, 'paid', null],
      [6, 'RS23456786', 'failed', 102_446],
      // A name with the reference of another person.
      [7, null, 'paid', null],
    ])
    expect(rows[0]?.transaction).toBe('0C413693MN970190K')
    expect(rows[2]?.reason).toBe('RECEIVER_UNREGISTERED')
  })

  test('Wise: the transaction history, also with semicolons and a byte order mark', () => {
    const file =
      'ID,Status,Direction,Created on,Finished on,Source fee amount,Source fee currency,Target fee amount,Target fee currency,Source name,Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Exchange rate,Reference,Batch,Created by,Category,Note\r\n' +
      'TRANSFER-1001,COMPLETED,OUT,2026-08-03 14:20:05,2026-08-03 14:23:11,0.45,USD,,,Club,24.46,USD,Ana,24.46,USD,1,RS23456789,B1,Olga,,\r\n' +
      'TRANSFER-1002,CANCELLED,OUT,2026-08-03 14:20:05,,0.45,USD,,,Club,5.00,USD,Bo,5.0,USD,1,RS23456788,B1,Olga,,\r\n' +
      'TRANSFER-1003,COMPLETED,IN,2026-08-04 14:20:05,,0,USD,,,Cy,6.00,USD,Club,6.00,USD,1,RS23456787,,,,\r\n'
    for (const each of [file, `\ufeff${file.replaceAll(',', ';')}`]) {
      const { provider, rows } = readReport(each)
      expect(provider).toBe('wise')
      expect(
        rows.map(({ reference, state, cents, transaction }) => [reference, state, cents, transaction]),
      ).toEqual([
        ['RS23456789', 'paid', 2446, 'TRANSFER-1001'],
        ['RS23456788', 'failed', 500, 'TRANSFER-1002'],
        ['RS23456787', 'failed', 600, 'TRANSFER-1003'],
      ])
    }
  })

  test.each([
    ['a list of names', 'Ana\nBo', payoutTexts.reportUnknown],
    ['an open quotation mark', 'Status,Transaction ID,Gross\n"Completed', payoutTexts.reportBroken],
    [
      'an amount that is none',
      'Status,Transaction ID,Gross,Ref\nCompleted,1,ten,RS23456789',
      'Row 2: “ten” isn’t an amount. Download the file again, and don’t edit it.',
    ],
    [
      'a cut row',
      'Status,Transaction ID,Gross,Ref,More\n\nCompleted,1,1.00,RS23456789',
      'Row 3 has 4 columns instead of 5. Download the file again, and don’t edit it.',
    ],
    [
      'too many rows',
      `Status,Transaction ID,Gross\n${'Completed,1,1.00\n'.repeat(limits.payoutReportRows + 1)}`,
      payoutTexts.reportTooLong,
    ],
  ])('refuses %s, and says what to do', (_, file, message) => {
    expect(() => readReport(file)).toThrow(message)
  })
})
