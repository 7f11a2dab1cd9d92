import { expect, test } from 'bun:test'
import { consequences } from './cancel-tournament.tsx'

test.each([
  [
    0,
    { fundings: 0, amount: '0.00' },
    'No boat has been funded yet, so no money moves. It takes no more boats. This cannot be undone.',
  ],
  [
    1,
    { fundings: 1, amount: '25.50' },
    '1 funding goes back in full, $25.50 altogether. It is over for its boat. This cannot be undone.',
  ],
  [
    7,
    { fundings: 49, amount: '17300.00' },
    '49 fundings go back in full, $17,300 altogether. It is over for its 7 boats. This cannot be undone.',
  ],
] as const)('cancelling with %d boats', (boats, money, text) => expect(consequences(boats, money)).toBe(text))
