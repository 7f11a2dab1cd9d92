/** Text with an email address, which breaks after its "@" before it breaks elsewhere. */
export function EmailText({ text }: { text: string }) {
  const domain = text.lastIndexOf('@') + 1
  return (
    <>
      {text.slice(0, domain)}
      <wbr />
      {text.slice(domain)}
    </>
  )
}
