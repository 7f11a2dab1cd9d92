/** The package brings no types of its own. */
declare module 'ffprobe-static' {
  const bundled: { path: string }
  export default bundled
}
