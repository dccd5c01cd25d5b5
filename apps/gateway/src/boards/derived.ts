/**
 * `make` with the last value of each `subject`, which is made again only when one of the inputs isn't the same any more. Changed
 * state is a new object, so inputs are compared by identity, and what was made of an object goes with it.
 */
export function byIdentity<S extends object, I extends readonly unknown[], V>(
  make: (subject: S, ...inputs: I) => V,
): (subject: S, ...inputs: I) => V {
  const made = new WeakMap<S, { readonly inputs: I; readonly value: V }>();
  return (subject, ...inputs) => {
    const last = made.get(subject);
    if (last && isSame(inputs, last.inputs)) return last.value;
    const value = make(subject, ...inputs);
    made.set(subject, { inputs, value });
    return value;
  };
}

/** A loop, because this is asked for each board at each quote. */
function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  for (let index = 0; index < some.length; index++) if (some[index] !== others[index]) return false;
  return true;
}

/**
 * One value for each key while somebody holds that value: the references here are weak. With `most` keys the list begins anew, after
 * which those who hold a value keep it, and others get one that they don't share with them.
 */
export function byKey<V extends object>(most: number): (key: string, make: () => V) => V {
  const shared = new Map<string, WeakRef<V>>();
  return (key, make) => {
    let value = shared.get(key)?.deref();
    if (!value) {
      if (shared.size >= most) shared.clear();
      shared.set(key, new WeakRef((value = make())));
    }
    return value;
  };
}
