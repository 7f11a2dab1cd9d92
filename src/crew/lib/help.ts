export const helpMail = (subject: string) =>
  `mailto:support@${location.hostname}?subject=${encodeURIComponent(`Reelstake Crew: ${subject}`)}`
