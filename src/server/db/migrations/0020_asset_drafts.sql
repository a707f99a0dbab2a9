ALTER TABLE "products" ALTER COLUMN "type" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "anchor_price_decimal" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "practice_price_decimal" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "max_installments" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "installment_value_decimal" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "is_draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_finished_check" CHECK ("products"."is_draft" or num_nulls("products"."type", "products"."anchor_price_decimal", "products"."practice_price_decimal",
        "products"."max_installments", "products"."installment_value_decimal") = 0);