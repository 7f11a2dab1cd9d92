declare module 'ffprobe-static' {
  const ffprobe: { path: string }
  export default ffprobe
}
