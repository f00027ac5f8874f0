/** The lower triangle L of a positive definite matrix: L times its transpose is the matrix. */
export function choleskyOf(matrix: readonly Float64Array[]): Float64Array[] {
  const factor: Float64Array[] = []
  for (const [row, line] of matrix.entries()) {
    const made = new Float64Array(row + 1)
    for (let column = 0; column <= row; column += 1) {
      const other = column === row ? made : factor[column]!
      let sum = line[column]!
      for (let at = 0; at < column; at += 1) sum -= made[at]! * other[at]!
      made[column] = column === row ? Math.sqrt(Math.max(sum, 1e-12)) : sum / other[column]!
    }
    factor.push(made)
  }
  return factor
}

/** The solution x of matrix * x = right, by the matrix's lower triangle. */
export function solveBy(factor: readonly Float64Array[], right: ArrayLike<number>): Float64Array {
  const solved = Float64Array.from(right)
  for (let row = 0; row < solved.length; row += 1) {
    let sum = solved[row]!
    for (let at = 0; at < row; at += 1) sum -= factor[row]![at]! * solved[at]!
    solved[row] = sum / factor[row]![row]!
  }
  for (let row = solved.length - 1; row >= 0; row -= 1) {
    let sum = solved[row]!
    for (let at = row + 1; at < solved.length; at += 1) sum -= factor[at]![row]! * solved[at]!
    solved[row] = sum / factor[row]![row]!
  }
  return solved
}
