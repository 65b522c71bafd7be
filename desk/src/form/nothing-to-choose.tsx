/** Shown instead of the form for a new case to those who may create none. */
export function NothingToChoose() {
  return (
    <>
      <title>New case</title>
      <p>You cannot create cases here, as no type of case is offered to you. Ask an administrator.</p>
    </>
  )
}
