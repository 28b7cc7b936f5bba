/** Returns a file as a data: URL, which the security policy allows for images; '' on failure. */
export const readDataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => resolve(''))
    reader.readAsDataURL(file)
  })
