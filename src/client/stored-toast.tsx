import { createRoot } from 'react-dom/client'
import { ToastRegion } from './ui/overlays/toast-region.tsx'

/** Shows the toast that led here, on a page without React. */
createRoot(document.body.appendChild(document.createElement('div'))).render(<ToastRegion />)
