CREATE TABLE "former_buyers" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "trial_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "accepts_coupons" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "former_buyers_deleted_idx" ON "former_buyers" USING btree ("deleted_at");--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_trial_days_check" CHECK ("plans"."trial_days" >= 0);