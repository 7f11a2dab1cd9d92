import { css } from '#styled/css/index.js'

/** Classes of what isn't shown everywhere. */
export const offPaper = css({ '@media print': { display: 'none' } })
export const offPhones = css({ display: { base: 'none', sm: 'block' } })
