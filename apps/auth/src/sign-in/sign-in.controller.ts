import { type Actor, auth } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { type PasswordCall, type SignInCall, SignInService } from './sign-in.service.js';

@Controller()
export class SignInController {
  constructor(private readonly signIns: SignInService) {}

  @Handles(auth.signIn)
  signIn(call: SignInCall, actor: Actor) {
    return this.signIns.signIn(actor, call);
  }

  @Handles(auth.changePassword)
  changePassword(call: PasswordCall, actor: Actor) {
    return this.signIns.changePassword(actor, call);
  }
}
