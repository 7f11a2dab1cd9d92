/** A mail to whoever runs this site; opens the device's mail program. */
export const helpMail = (subject: string) =>
  `mailto:support@${location.hostname}?subject=${encodeURIComponent(`Reelstake Crew: ${subject}`)}`
