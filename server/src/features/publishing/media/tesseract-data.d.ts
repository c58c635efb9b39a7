/** The recognizer's data: a path into the package. */
declare module '@tesseract.js-data/eng' {
  const english: { readonly code: string; readonly gzip: boolean; readonly langPath: string };
  export default english;
}
