/** What the product is called. Code takes the name from here; `app/screens/index.html` and the manifest write it out. */
export const PRODUCT_NAME = 'Deuce'
