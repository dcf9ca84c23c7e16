// Whether a person pointed at something, or it only came to lie under their pointer.

/** A mouse has moved; a pointer at rest under which something appears has not asked for anything. */
export function moved({ pointerType, movementX, movementY }: PointerEvent): boolean {
  return pointerType === "mouse" && (movementX !== 0 || movementY !== 0);
}
