import { css } from '#styled/css/index.js'

/** Class of what isn't printed. */
export const offPaper = css({ '@media print': { display: 'none' } })
