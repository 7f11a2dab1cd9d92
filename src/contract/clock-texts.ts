/** Texts while the server's clock is wrong. */
export const clockTexts = {
  refusal:
    'The server’s clock is wrong, so payments, weigh-ins and changes to tournaments have to wait. Nothing is lost. Please try again in a few minutes.',
  notice:
    'The server’s clock is wrong. Payments, weigh-ins and changes to tournaments wait until it is right. Nothing is lost.',
  ownerAdvice: 'The admin page says what to do.',
} as const
