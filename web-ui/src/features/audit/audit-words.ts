/** Every success is good, whether a program or the REST interface said it. */
export function resultTone(result: string): 'good' | 'warn' {
  return result === 'OK' || /^2\d\d$/.test(result) ? 'good' : 'warn';
}
