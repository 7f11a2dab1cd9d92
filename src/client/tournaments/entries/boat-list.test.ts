import { expect, test } from 'bun:test'
import { boatsIn } from './boat-list.ts'

const reelDeal = {
  name: 'Reel Deal',
  captainName: 'Ana Reyes',
  email: 'ana@example.com',
  fundingGoal: '10000',
  payoutPercentage: 40,
}

test('reads commas, semicolons and tabs, with a header or without', () => {
  const cells = ['Reel Deal', 'Ana Reyes', 'ana@example.com', '10000', '40']
  for (const separator of [',', ';', '\t']) {
    const line = cells.join(separator)
    expect(boatsIn(line)).toEqual([{ ...reelDeal, line: 1 }])
    const header = ['Boat', 'Captain', 'E-mail', 'Goal', 'Share'].join(separator)
    expect(boatsIn(`\ufeff${header}\r\n\r\n${line}\r\n`)).toEqual([{ ...reelDeal, line: 3 }])
  }
})

test('reads quoted cells, dollars with commas and percent signs; keeps the line of the text', () => {
  const text = 'a,b,c@d.ee,x,y\n"Reel\nDeal ""II""","Reyes, Ana",ana@example.com,"$10,000.00",40 %\nx,y'
  expect(boatsIn(text)).toMatchObject([
    { line: 1, fundingGoal: 'x', payoutPercentage: 'y' },
    {
      line: 2,
      name: 'Reel\nDeal "II"',
      captainName: 'Reyes, Ana',
      fundingGoal: '10000.00',
      payoutPercentage: 40,
    },
    { line: 4, name: 'x', captainName: 'y', email: '', fundingGoal: '', payoutPercentage: '' },
  ])
  expect(boatsIn(' \n')).toEqual([])
})
