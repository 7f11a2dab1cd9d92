declare module 'ffprobe-static' {
  const bundled: { path: string }
  export default bundled
}
