import { css } from '#styled/css/index.js'

const amount = /(\d[\d.,]* lb \d+ oz|\d[\d.,]* (?:lbs|oz|inches|in)\b)/
const whole = css({ whiteSpace: 'nowrap' })

/** A text whose amounts, such as "412.5 lbs" and "11 lb 10 oz", stay on one line. */
export const WholeAmounts = ({ children }: { children: string }) =>
  children.split(amount).map((part, n) =>
    n % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
      <span key={n} className={whole}>
        {part}
      </span>
    ) : (
      part
    ),
  )
